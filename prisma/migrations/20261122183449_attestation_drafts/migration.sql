-- CreateTable
CREATE TABLE "AttestationDraft" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "fields" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "createdBy" TEXT NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "updatedBy" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "AttestationDraft_updatedAt_idx" ON "AttestationDraft"("updatedAt");
