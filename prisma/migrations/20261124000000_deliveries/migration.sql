-- Deliveries get rows of their own: one for each channel that a lead was or is to be delivered on.
CREATE TABLE "Delivery" (
    "leadId" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "queuedAt" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" DATETIME,
    "deliveredAt" DATETIME,
    "abandonedAt" DATETIME,
    "lastError" TEXT,

    PRIMARY KEY ("leadId", "channel"),
    CONSTRAINT "Delivery_leadId_fkey" FOREIGN KEY ("leadId") REFERENCES "Lead" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

INSERT INTO "Delivery" SELECT "id", 'mail', coalesce("requeuedAt", "receivedAt"), "mailAttempts", "mailNextAt", "mailDeliveredAt", "mailAbandonedAt", "mailLastError" FROM "Lead"
    WHERE "mailAttempts" > 0 OR "mailNextAt" IS NOT NULL OR "mailDeliveredAt" IS NOT NULL OR "mailAbandonedAt" IS NOT NULL;
INSERT INTO "Delivery" SELECT "id", 'webhook', coalesce("requeuedAt", "receivedAt"), "webhookAttempts", "webhookNextAt", "webhookDeliveredAt", "webhookAbandonedAt", "webhookLastError" FROM "Lead"
    WHERE "webhookAttempts" > 0 OR "webhookNextAt" IS NOT NULL OR "webhookDeliveredAt" IS NOT NULL OR "webhookAbandonedAt" IS NOT NULL;
INSERT INTO "Delivery" SELECT "id", 'hubspot', coalesce("requeuedAt", "receivedAt"), "hubspotAttempts", "hubspotNextAt", "hubspotDeliveredAt", "hubspotAbandonedAt", "hubspotLastError" FROM "Lead"
    WHERE "hubspotAttempts" > 0 OR "hubspotNextAt" IS NOT NULL OR "hubspotDeliveredAt" IS NOT NULL OR "hubspotAbandonedAt" IS NOT NULL;
INSERT INTO "Delivery" SELECT "id", 'salesforce', coalesce("requeuedAt", "receivedAt"), "salesforceAttempts", "salesforceNextAt", "salesforceDeliveredAt", "salesforceAbandonedAt", "salesforceLastError" FROM "Lead"
    WHERE "salesforceAttempts" > 0 OR "salesforceNextAt" IS NOT NULL OR "salesforceDeliveredAt" IS NOT NULL OR "salesforceAbandonedAt" IS NOT NULL;
INSERT INTO "Delivery" SELECT "id", 'slack', coalesce("requeuedAt", "receivedAt"), "slackAttempts", "slackNextAt", "slackDeliveredAt", "slackAbandonedAt", "slackLastError" FROM "Lead"
    WHERE "slackAttempts" > 0 OR "slackNextAt" IS NOT NULL OR "slackDeliveredAt" IS NOT NULL OR "slackAbandonedAt" IS NOT NULL;
INSERT INTO "Delivery" SELECT "id", 'ack', coalesce("requeuedAt", "receivedAt"), "ackAttempts", "ackNextAt", "ackDeliveredAt", "ackAbandonedAt", "ackLastError" FROM "Lead"
    WHERE "ackAttempts" > 0 OR "ackNextAt" IS NOT NULL OR "ackDeliveredAt" IS NOT NULL OR "ackAbandonedAt" IS NOT NULL;

CREATE INDEX "Delivery_due_idx" ON "Delivery"("channel", "dueAt") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "Delivery_abandoned_idx" ON "Delivery"("channel", "abandonedAt") WHERE "abandonedAt" IS NOT NULL;

DROP INDEX "Lead_mailNextAt_idx";
DROP INDEX "Lead_webhookNextAt_idx";
DROP INDEX "Lead_ackNextAt_idx";
DROP INDEX "Lead_hubspotNextAt_idx";
DROP INDEX "Lead_salesforceNextAt_idx";
DROP INDEX "Lead_slackNextAt_idx";
DROP INDEX "Lead_undelivered_idx";
DROP INDEX "Lead_abandoned_idx";
DROP INDEX "Lead_list_idx";
DROP INDEX "Lead_receivedAt_idx";

ALTER TABLE "Lead" DROP COLUMN "mailAttempts";
ALTER TABLE "Lead" DROP COLUMN "mailNextAt";
ALTER TABLE "Lead" DROP COLUMN "mailDeliveredAt";
ALTER TABLE "Lead" DROP COLUMN "mailAbandonedAt";
ALTER TABLE "Lead" DROP COLUMN "mailLastError";
ALTER TABLE "Lead" DROP COLUMN "webhookAttempts";
ALTER TABLE "Lead" DROP COLUMN "webhookNextAt";
ALTER TABLE "Lead" DROP COLUMN "webhookDeliveredAt";
ALTER TABLE "Lead" DROP COLUMN "webhookAbandonedAt";
ALTER TABLE "Lead" DROP COLUMN "webhookLastError";
ALTER TABLE "Lead" DROP COLUMN "hubspotAttempts";
ALTER TABLE "Lead" DROP COLUMN "hubspotNextAt";
ALTER TABLE "Lead" DROP COLUMN "hubspotDeliveredAt";
ALTER TABLE "Lead" DROP COLUMN "hubspotAbandonedAt";
ALTER TABLE "Lead" DROP COLUMN "hubspotLastError";
ALTER TABLE "Lead" DROP COLUMN "salesforceAttempts";
ALTER TABLE "Lead" DROP COLUMN "salesforceNextAt";
ALTER TABLE "Lead" DROP COLUMN "salesforceDeliveredAt";
ALTER TABLE "Lead" DROP COLUMN "salesforceAbandonedAt";
ALTER TABLE "Lead" DROP COLUMN "salesforceLastError";
ALTER TABLE "Lead" DROP COLUMN "slackAttempts";
ALTER TABLE "Lead" DROP COLUMN "slackNextAt";
ALTER TABLE "Lead" DROP COLUMN "slackDeliveredAt";
ALTER TABLE "Lead" DROP COLUMN "slackAbandonedAt";
ALTER TABLE "Lead" DROP COLUMN "slackLastError";
ALTER TABLE "Lead" DROP COLUMN "ackAttempts";
ALTER TABLE "Lead" DROP COLUMN "ackNextAt";
ALTER TABLE "Lead" DROP COLUMN "ackDeliveredAt";
ALTER TABLE "Lead" DROP COLUMN "ackAbandonedAt";
ALTER TABLE "Lead" DROP COLUMN "ackLastError";
ALTER TABLE "Lead" DROP COLUMN "requeuedAt";
ALTER TABLE "Lead" ADD COLUMN "remindOn" TEXT;

CREATE INDEX "Lead_receivedAt_id_idx" ON "Lead"("receivedAt", "id");
CREATE INDEX "Lead_status_receivedAt_id_idx" ON "Lead"("status", "receivedAt", "id");
CREATE INDEX "Lead_remindOn_idx" ON "Lead"("remindOn") WHERE "remindOn" IS NOT NULL;

-- Search covers the message and the note as well.
UPDATE "Lead" SET "searchText" = "searchText" || char(10) || replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower("message" || char(10) || "note"), 'á', 'a'), 'à', 'a'), 'â', 'a'), 'ä', 'a'), 'ã', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'ó', 'o'), 'ò', 'o'), 'ô', 'o'), 'ö', 'o'), 'õ', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'ñ', 'n'), 'ç', 'c'), 'Á', 'a'), 'À', 'a'), 'Â', 'a'), 'Ä', 'a'), 'É', 'e'), 'È', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Í', 'i'), 'Ó', 'o'), 'Ö', 'o'), 'Ú', 'u'), 'Ü', 'u'), 'Ñ', 'n'), 'Ç', 'c');

-- A digest is read from the leads when it is sent: one row remembers how far each channel has got.
ALTER TABLE "Digest" RENAME TO "FormerDigest";
CREATE TABLE "Digest" (
    "channel" TEXT NOT NULL PRIMARY KEY,
    "since" DATETIME NOT NULL,
    "until" DATETIME,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" DATETIME NOT NULL,
    "lastError" TEXT
);
INSERT INTO "Digest" ("channel", "since", "dueAt") SELECT 'mail', "coversUntil", "coversUntil" FROM "FormerDigest" ORDER BY "number" DESC LIMIT 1;
INSERT INTO "Digest" ("channel", "since", "dueAt") SELECT 'webhook', "coversUntil", "coversUntil" FROM "FormerDigest" ORDER BY "number" DESC LIMIT 1;
INSERT INTO "Digest" ("channel", "since", "dueAt") SELECT 'slack', "coversUntil", "coversUntil" FROM "FormerDigest" ORDER BY "number" DESC LIMIT 1;
DROP TABLE "FormerDigest";
