-- CreateTable
CREATE TABLE "AttestationLogEntry" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "sequence" INTEGER NOT NULL,
    "changeId" TEXT COLLATE "C",
    "payload" TEXT COLLATE "C" NOT NULL,
    "previousHash" TEXT COLLATE "C" NOT NULL,
    "keyId" TEXT COLLATE "C",
    "signature" TEXT COLLATE "C",

    CONSTRAINT "AttestationLogEntry_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "AttestationLogEntry_sequence_key" ON "AttestationLogEntry"("sequence");

-- CreateIndex
CREATE UNIQUE INDEX "AttestationLogEntry_changeId_key" ON "AttestationLogEntry"("changeId");
