-- A conversation whose visitor asked to be contacted is a lead of its own.
ALTER TABLE "Lead" ADD COLUMN "source" TEXT NOT NULL DEFAULT 'form';
ALTER TABLE "Lead" ADD COLUMN "updatedAt" DATETIME;

-- Those there are become leads, with what was due, delivered or given up.
INSERT INTO "Lead" (
    "id", "idempotencyKey", "source", "bodyHash", "receivedAt", "name", "email", "company", "phone", "message", "language",
    "mailAttempts", "mailNextAt", "mailDeliveredAt", "mailAbandonedAt", "mailLastError"
)
SELECT
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
        substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    'chat:' || "id", 'chat', '', "startedAt", '', '', '', '',
    coalesce((
        SELECT substr(group_concat("line", char(10) || char(10)), 1, 20000) FROM (
            SELECT '[' || "sentAt" || '] ' || "role" || ': ' || "content" AS "line"
            FROM "ChatMessage" WHERE "sessionId" = "ChatSession"."id" ORDER BY "sentAt", "role" DESC
        )
    ), ''),
    "language", "mailAttempts", "mailNextAt", "mailDeliveredAt", "mailAbandonedAt", "mailLastError"
FROM "ChatSession" WHERE "contactAsked" = true;

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_ChatSession" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "language" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "lastAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    "lastEntry" TEXT,
    "contactAsked" BOOLEAN NOT NULL DEFAULT false
);
INSERT INTO "new_ChatSession" ("contactAsked", "endedAt", "id", "language", "lastAt", "lastEntry", "startedAt") SELECT "contactAsked", "endedAt", "id", "language", "lastAt", "lastEntry", "startedAt" FROM "ChatSession";
DROP TABLE "ChatSession";
ALTER TABLE "new_ChatSession" RENAME TO "ChatSession";
CREATE INDEX "ChatSession_lastAt_idx" ON "ChatSession"("lastAt");
CREATE INDEX "ChatSession_endedAt_lastAt_idx" ON "ChatSession"("endedAt", "lastAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
