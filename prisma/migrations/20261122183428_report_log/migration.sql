-- CreateTable
CREATE TABLE "AttestationLogEntry" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "sequence" INTEGER NOT NULL,
    "changeId" TEXT,
    "payload" TEXT NOT NULL,
    "previousHash" TEXT NOT NULL,
    "keyId" TEXT,
    "signature" TEXT
);

-- CreateIndex
CREATE UNIQUE INDEX "AttestationLogEntry_sequence_key" ON "AttestationLogEntry"("sequence");

-- CreateIndex
CREATE UNIQUE INDEX "AttestationLogEntry_changeId_key" ON "AttestationLogEntry"("changeId");
