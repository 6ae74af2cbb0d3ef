-- CreateTable
CREATE TABLE "Attestation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "idempotencyKey" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "fileUrl" TEXT NOT NULL,
    "reportDate" TEXT NOT NULL,
    "sha256" TEXT,
    "goldOunces" TEXT,
    "goldTokens" TEXT,
    "silverOunces" TEXT,
    "silverTokens" TEXT,
    "asOf" TEXT,
    "firm" TEXT,
    "replacesId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "createdBy" TEXT NOT NULL,
    "withdrawnAt" DATETIME,
    "withdrawnBy" TEXT,
    "withdrawnReason" TEXT,
    "restoredAt" DATETIME,
    "restoredBy" TEXT
);

-- CreateTable
CREATE TABLE "OperatorSession" (
    "tokenHash" TEXT NOT NULL PRIMARY KEY,
    "operator" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastSeenAt" DATETIME NOT NULL,
    "revokedAt" DATETIME
);

-- CreateTable
CREATE TABLE "RevokedKey" (
    "keyHash" TEXT NOT NULL PRIMARY KEY,
    "operator" TEXT NOT NULL,
    "revokedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Attestation_idempotencyKey_key" ON "Attestation"("idempotencyKey");

-- CreateIndex
CREATE UNIQUE INDEX "Attestation_replacesId_key" ON "Attestation"("replacesId");

-- CreateIndex
CREATE INDEX "Attestation_reportDate_idx" ON "Attestation"("reportDate");

-- CreateIndex
CREATE INDEX "OperatorSession_operator_idx" ON "OperatorSession"("operator");
