-- Columns that are added keep the table as it is: nothing is copied, whatever the number of leads.
ALTER TABLE "Lead" ADD COLUMN "hubspotAttempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Lead" ADD COLUMN "hubspotNextAt" DATETIME;
ALTER TABLE "Lead" ADD COLUMN "hubspotDeliveredAt" DATETIME;
ALTER TABLE "Lead" ADD COLUMN "hubspotAbandonedAt" DATETIME;
ALTER TABLE "Lead" ADD COLUMN "hubspotLastError" TEXT;
ALTER TABLE "Lead" ADD COLUMN "salesforceAttempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Lead" ADD COLUMN "salesforceNextAt" DATETIME;
ALTER TABLE "Lead" ADD COLUMN "salesforceDeliveredAt" DATETIME;
ALTER TABLE "Lead" ADD COLUMN "salesforceAbandonedAt" DATETIME;
ALTER TABLE "Lead" ADD COLUMN "salesforceLastError" TEXT;
ALTER TABLE "Lead" ADD COLUMN "slackAttempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Lead" ADD COLUMN "slackNextAt" DATETIME;
ALTER TABLE "Lead" ADD COLUMN "slackDeliveredAt" DATETIME;
ALTER TABLE "Lead" ADD COLUMN "slackAbandonedAt" DATETIME;
ALTER TABLE "Lead" ADD COLUMN "slackLastError" TEXT;

CREATE INDEX "Lead_hubspotNextAt_idx" ON "Lead"("hubspotNextAt") WHERE "hubspotNextAt" IS NOT NULL;
CREATE INDEX "Lead_salesforceNextAt_idx" ON "Lead"("salesforceNextAt") WHERE "salesforceNextAt" IS NOT NULL;
CREATE INDEX "Lead_slackNextAt_idx" ON "Lead"("slackNextAt") WHERE "slackNextAt" IS NOT NULL;

DROP INDEX "Lead_undelivered_idx";
CREATE INDEX "Lead_undelivered_idx" ON "Lead"("receivedAt", "id") WHERE "mailNextAt" IS NOT NULL OR "webhookNextAt" IS NOT NULL OR "hubspotNextAt" IS NOT NULL OR "salesforceNextAt" IS NOT NULL OR "slackNextAt" IS NOT NULL;

-- As the leads that wait: one index of the few that were given up, on whichever channel.
DROP INDEX "Lead_mailAbandonedAt_idx";
DROP INDEX "Lead_webhookAbandonedAt_idx";
CREATE INDEX "Lead_abandoned_idx" ON "Lead"("receivedAt", "id") WHERE "mailAbandonedAt" IS NOT NULL OR "webhookAbandonedAt" IS NOT NULL OR "hubspotAbandonedAt" IS NOT NULL OR "salesforceAbandonedAt" IS NOT NULL OR "slackAbandonedAt" IS NOT NULL;

-- The list of leads filters by the state on each channel, and reads the index alone.
DROP INDEX "Lead_list_idx";
CREATE INDEX "Lead_list_idx" ON "Lead"("receivedAt", "id", "status", "language", "owner", "quarantine", "mailDeliveredAt", "webhookDeliveredAt", "hubspotDeliveredAt", "salesforceDeliveredAt", "slackDeliveredAt", "mailAbandonedAt", "webhookAbandonedAt", "hubspotAbandonedAt", "salesforceAbandonedAt", "slackAbandonedAt", "searchText");
