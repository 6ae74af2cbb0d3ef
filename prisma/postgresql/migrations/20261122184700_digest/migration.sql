-- One digest of all that waits for sales, not of the quarantine alone.
ALTER TABLE "QuarantineDigest" RENAME TO "Digest";
ALTER TABLE "Digest" RENAME CONSTRAINT "QuarantineDigest_pkey" TO "Digest_pkey";
ALTER TABLE "Digest" ADD COLUMN "slackAttempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Digest" ADD COLUMN "slackNextAt" TIMESTAMPTZ(3);
ALTER TABLE "Digest" ADD COLUMN "slackDeliveredAt" TIMESTAMPTZ(3);
ALTER TABLE "Digest" ADD COLUMN "slackAbandonedAt" TIMESTAMPTZ(3);
ALTER TABLE "Digest" ADD COLUMN "slackLastError" TEXT COLLATE "C";

ALTER INDEX "QuarantineDigest_number_key" RENAME TO "Digest_number_key";
ALTER INDEX "QuarantineDigest_mailNextAt_idx" RENAME TO "Digest_mailNextAt_idx";
ALTER INDEX "QuarantineDigest_webhookNextAt_idx" RENAME TO "Digest_webhookNextAt_idx";
ALTER INDEX "QuarantineDigest_coversUntil_idx" RENAME TO "Digest_coversUntil_idx";
CREATE INDEX "Digest_slackNextAt_idx" ON "Digest"("slackNextAt");
