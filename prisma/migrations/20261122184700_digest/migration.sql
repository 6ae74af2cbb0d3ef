-- One digest of all that waits for sales, not of the quarantine alone.
ALTER TABLE "QuarantineDigest" RENAME TO "Digest";
ALTER TABLE "Digest" ADD COLUMN "slackAttempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Digest" ADD COLUMN "slackNextAt" DATETIME;
ALTER TABLE "Digest" ADD COLUMN "slackDeliveredAt" DATETIME;
ALTER TABLE "Digest" ADD COLUMN "slackAbandonedAt" DATETIME;
ALTER TABLE "Digest" ADD COLUMN "slackLastError" TEXT;

DROP INDEX "QuarantineDigest_number_key";
DROP INDEX "QuarantineDigest_mailNextAt_idx";
DROP INDEX "QuarantineDigest_webhookNextAt_idx";
DROP INDEX "QuarantineDigest_coversUntil_idx";
CREATE UNIQUE INDEX "Digest_number_key" ON "Digest"("number");
CREATE INDEX "Digest_mailNextAt_idx" ON "Digest"("mailNextAt");
CREATE INDEX "Digest_webhookNextAt_idx" ON "Digest"("webhookNextAt");
CREATE INDEX "Digest_coversUntil_idx" ON "Digest"("coversUntil");
CREATE INDEX "Digest_slackNextAt_idx" ON "Digest"("slackNextAt");
