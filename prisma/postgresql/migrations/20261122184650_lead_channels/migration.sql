-- DropIndex
DROP INDEX "Lead_undelivered_idx";

-- AlterTable
ALTER TABLE "Lead" ADD COLUMN     "hubspotAbandonedAt" TIMESTAMPTZ(3),
ADD COLUMN     "hubspotAttempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "hubspotDeliveredAt" TIMESTAMPTZ(3),
ADD COLUMN     "hubspotLastError" TEXT COLLATE "C",
ADD COLUMN     "hubspotNextAt" TIMESTAMPTZ(3),
ADD COLUMN     "salesforceAbandonedAt" TIMESTAMPTZ(3),
ADD COLUMN     "salesforceAttempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "salesforceDeliveredAt" TIMESTAMPTZ(3),
ADD COLUMN     "salesforceLastError" TEXT COLLATE "C",
ADD COLUMN     "salesforceNextAt" TIMESTAMPTZ(3),
ADD COLUMN     "slackAbandonedAt" TIMESTAMPTZ(3),
ADD COLUMN     "slackAttempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "slackDeliveredAt" TIMESTAMPTZ(3),
ADD COLUMN     "slackLastError" TEXT COLLATE "C",
ADD COLUMN     "slackNextAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Lead_hubspotNextAt_idx" ON "Lead"("hubspotNextAt") WHERE ("hubspotNextAt" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Lead_salesforceNextAt_idx" ON "Lead"("salesforceNextAt") WHERE ("salesforceNextAt" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Lead_slackNextAt_idx" ON "Lead"("slackNextAt") WHERE ("slackNextAt" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Lead_undelivered_idx" ON "Lead"("receivedAt", "id") WHERE ("mailNextAt" IS NOT NULL OR "webhookNextAt" IS NOT NULL OR "hubspotNextAt" IS NOT NULL OR "salesforceNextAt" IS NOT NULL OR "slackNextAt" IS NOT NULL);

-- As the leads that wait: one index of the few that were given up, on whichever channel.
DROP INDEX "Lead_mailAbandonedAt_idx";
DROP INDEX "Lead_webhookAbandonedAt_idx";
CREATE INDEX "Lead_abandoned_idx" ON "Lead"("receivedAt", "id") WHERE ("mailAbandonedAt" IS NOT NULL OR "webhookAbandonedAt" IS NOT NULL OR "hubspotAbandonedAt" IS NOT NULL OR "salesforceAbandonedAt" IS NOT NULL OR "slackAbandonedAt" IS NOT NULL);

-- The list of leads filters by the state on each channel, and reads the index alone.
DROP INDEX "Lead_list_idx";
CREATE INDEX "Lead_list_idx" ON "Lead"("receivedAt", "id", "status", "language", "owner", "quarantine", "mailDeliveredAt", "webhookDeliveredAt", "hubspotDeliveredAt", "salesforceDeliveredAt", "slackDeliveredAt", "mailAbandonedAt", "webhookAbandonedAt", "hubspotAbandonedAt", "salesforceAbandonedAt", "slackAbandonedAt", "searchText");
