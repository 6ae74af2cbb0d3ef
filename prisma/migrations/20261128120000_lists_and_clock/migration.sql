-- Counts and lists of the console read these indexes alone, or a short range of them.
CREATE INDEX "Delivery_queued_idx" ON "Delivery"("channel", "queuedAt") WHERE ("dueAt" IS NOT NULL);
CREATE INDEX "Delivery_oldest_idx" ON "Delivery"("queuedAt", "channel") WHERE ("dueAt" IS NOT NULL);
CREATE INDEX "Delivery_waiting_leads_idx" ON "Delivery"("leadId", "channel") WHERE ("dueAt" IS NOT NULL);
CREATE INDEX "Delivery_abandoned_leads_idx" ON "Delivery"("leadId", "channel") WHERE ("abandonedAt" IS NOT NULL);
DROP INDEX "Lead_owner_idx";
CREATE INDEX "Lead_owner_idx" ON "Lead"("owner", "receivedAt", "id") WHERE owner IS NOT NULL;
CREATE INDEX "Lead_status_idx" ON "Lead"("status", "receivedAt", "id", "quarantine", "remindOn");
DROP INDEX "Lead_status_receivedAt_id_idx";
DROP INDEX "ChatSession_endedAt_lastAt_idx";
CREATE INDEX "ChatSession_contactAsked_lastAt_id_idx" ON "ChatSession"("contactAsked", "lastAt", "id");

CREATE TABLE "RetentionClock" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "trustedAt" DATETIME NOT NULL,
    "doubtedMs" INTEGER NOT NULL DEFAULT 0
);
-- Nothing vouches for the clock of this moment, unless there is nothing to delete.
INSERT INTO "RetentionClock" ("id", "trustedAt")
    SELECT 'only', CASE WHEN EXISTS (SELECT 1 FROM "Lead") OR EXISTS (SELECT 1 FROM "ChatMessage")
        THEN '1970-01-01T00:00:00.000+00:00' ELSE strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') END;
