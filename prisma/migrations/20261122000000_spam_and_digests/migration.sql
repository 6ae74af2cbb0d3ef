-- Columns are added in place: a copy of the table would lose columns that another migration adds.
ALTER TABLE "Lead" ADD COLUMN "emailKey" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Lead" ADD COLUMN "spamScore" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Lead" ADD COLUMN "requeuedAt" DATETIME;

-- Leads from before have no key of their own: their address stands in for it.
UPDATE "Lead" SET "emailKey" = lower("email");

CREATE INDEX "Lead_emailKey_receivedAt_idx" ON "Lead"("emailKey", "receivedAt");
CREATE INDEX "Lead_quarantine_receivedAt_idx" ON "Lead"("quarantine", "receivedAt");

-- CreateTable
CREATE TABLE "QuarantineDigest" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "number" INTEGER NOT NULL,
    "coversFrom" DATETIME NOT NULL,
    "coversUntil" DATETIME NOT NULL,
    "mailAttempts" INTEGER NOT NULL DEFAULT 0,
    "mailNextAt" DATETIME,
    "mailDeliveredAt" DATETIME,
    "mailAbandonedAt" DATETIME,
    "mailLastError" TEXT,
    "webhookAttempts" INTEGER NOT NULL DEFAULT 0,
    "webhookNextAt" DATETIME,
    "webhookDeliveredAt" DATETIME,
    "webhookAbandonedAt" DATETIME,
    "webhookLastError" TEXT
);

-- CreateIndex
CREATE UNIQUE INDEX "QuarantineDigest_number_key" ON "QuarantineDigest"("number");

-- CreateIndex
CREATE INDEX "QuarantineDigest_coversUntil_idx" ON "QuarantineDigest"("coversUntil");

-- CreateIndex
CREATE INDEX "QuarantineDigest_mailNextAt_idx" ON "QuarantineDigest"("mailNextAt");

-- CreateIndex
CREATE INDEX "QuarantineDigest_webhookNextAt_idx" ON "QuarantineDigest"("webhookNextAt");
