-- Deliveries get rows of their own: one for each channel that a lead was or is to be delivered on.
CREATE TABLE "Delivery" (
    "leadId" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT COLLATE "C" NOT NULL,
    "queuedAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "abandonedAt" TIMESTAMPTZ(3),
    "lastError" TEXT COLLATE "C",

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("leadId", "channel"),
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

CREATE INDEX "Delivery_due_idx" ON "Delivery"("channel", "dueAt") WHERE ("dueAt" IS NOT NULL);
CREATE INDEX "Delivery_abandoned_idx" ON "Delivery"("channel", "abandonedAt") WHERE ("abandonedAt" IS NOT NULL);

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

ALTER TABLE "Lead"
    DROP COLUMN "mailAttempts",
    DROP COLUMN "mailNextAt",
    DROP COLUMN "mailDeliveredAt",
    DROP COLUMN "mailAbandonedAt",
    DROP COLUMN "mailLastError",
    DROP COLUMN "webhookAttempts",
    DROP COLUMN "webhookNextAt",
    DROP COLUMN "webhookDeliveredAt",
    DROP COLUMN "webhookAbandonedAt",
    DROP COLUMN "webhookLastError",
    DROP COLUMN "hubspotAttempts",
    DROP COLUMN "hubspotNextAt",
    DROP COLUMN "hubspotDeliveredAt",
    DROP COLUMN "hubspotAbandonedAt",
    DROP COLUMN "hubspotLastError",
    DROP COLUMN "salesforceAttempts",
    DROP COLUMN "salesforceNextAt",
    DROP COLUMN "salesforceDeliveredAt",
    DROP COLUMN "salesforceAbandonedAt",
    DROP COLUMN "salesforceLastError",
    DROP COLUMN "slackAttempts",
    DROP COLUMN "slackNextAt",
    DROP COLUMN "slackDeliveredAt",
    DROP COLUMN "slackAbandonedAt",
    DROP COLUMN "slackLastError",
    DROP COLUMN "ackAttempts",
    DROP COLUMN "ackNextAt",
    DROP COLUMN "ackDeliveredAt",
    DROP COLUMN "ackAbandonedAt",
    DROP COLUMN "ackLastError",
    DROP COLUMN "requeuedAt",
    ADD COLUMN "remindOn" TEXT COLLATE "C";

CREATE INDEX "Lead_receivedAt_id_idx" ON "Lead"("receivedAt", "id");
CREATE INDEX "Lead_status_receivedAt_id_idx" ON "Lead"("status", "receivedAt", "id");
CREATE INDEX "Lead_remindOn_idx" ON "Lead"("remindOn") WHERE ("remindOn" IS NOT NULL);

-- Search covers the message and the note as well.
UPDATE "Lead" SET "searchText" = "searchText" || chr(10) || translate(lower("message" || chr(10) || "note"), 'áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÄÉÈÊËÍÓÖÚÜÑÇ', 'aaaaaeeeeiiiiooooouuuuncaaaaeeeeioouunc');

-- A digest is read from the leads when it is sent: one row remembers how far each channel has got.
ALTER TABLE "Digest" RENAME TO "FormerDigest";
ALTER TABLE "FormerDigest" RENAME CONSTRAINT "Digest_pkey" TO "FormerDigest_pkey";
CREATE TABLE "Digest" (
    "channel" TEXT COLLATE "C" NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "lastError" TEXT COLLATE "C",

    CONSTRAINT "Digest_pkey" PRIMARY KEY ("channel")
);
INSERT INTO "Digest" ("channel", "since", "dueAt") SELECT 'mail', "coversUntil", "coversUntil" FROM "FormerDigest" ORDER BY "number" DESC LIMIT 1;
INSERT INTO "Digest" ("channel", "since", "dueAt") SELECT 'webhook', "coversUntil", "coversUntil" FROM "FormerDigest" ORDER BY "number" DESC LIMIT 1;
INSERT INTO "Digest" ("channel", "since", "dueAt") SELECT 'slack', "coversUntil", "coversUntil" FROM "FormerDigest" ORDER BY "number" DESC LIMIT 1;
DROP TABLE "FormerDigest";
