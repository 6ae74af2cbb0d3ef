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
CREATE INDEX "Lead_hubspotAbandonedAt_idx" ON "Lead"("hubspotAbandonedAt") WHERE "hubspotAbandonedAt" IS NOT NULL;
CREATE INDEX "Lead_salesforceNextAt_idx" ON "Lead"("salesforceNextAt") WHERE "salesforceNextAt" IS NOT NULL;
CREATE INDEX "Lead_salesforceAbandonedAt_idx" ON "Lead"("salesforceAbandonedAt") WHERE "salesforceAbandonedAt" IS NOT NULL;
CREATE INDEX "Lead_slackNextAt_idx" ON "Lead"("slackNextAt") WHERE "slackNextAt" IS NOT NULL;
CREATE INDEX "Lead_slackAbandonedAt_idx" ON "Lead"("slackAbandonedAt") WHERE "slackAbandonedAt" IS NOT NULL;

DROP INDEX "Lead_undelivered_idx";
CREATE INDEX "Lead_undelivered_idx" ON "Lead"("receivedAt", "id") WHERE "mailNextAt" IS NOT NULL OR "webhookNextAt" IS NOT NULL OR "hubspotNextAt" IS NOT NULL OR "salesforceNextAt" IS NOT NULL OR "slackNextAt" IS NOT NULL;
