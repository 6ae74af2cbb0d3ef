-- A handled lead has a stage. Leads that were handled before are `contacted`.
ALTER TABLE "Lead" ADD COLUMN "stage" TEXT COLLATE "C" NOT NULL DEFAULT 'contacted';
CREATE INDEX "Lead_stage_idx" ON "Lead"("status", "stage", "receivedAt", "id", "quarantine");

-- Reminders of handled leads were no longer shown: those that are over stay silent. The history still has them.
UPDATE "Lead" SET "remindOn" = NULL WHERE "status" = 'handled' AND "remindOn" <= to_char(now(), 'YYYY-MM-DD');

CREATE TABLE "LeadNote" (
    "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    "leadId" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator" TEXT COLLATE "C",
    "text" TEXT COLLATE "C" NOT NULL,
    CONSTRAINT "LeadNote_leadId_fkey" FOREIGN KEY ("leadId") REFERENCES "Lead" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "LeadNote_leadId_at_idx" ON "LeadNote"("leadId", "at");
-- The note that each lead has becomes its first entry, by whoever changed it last.
INSERT INTO "LeadNote" ("id", "leadId", "at", "operator", "text")
    SELECT "Lead"."id", "Lead"."id", coalesce("LeadEvent"."at", "Lead"."receivedAt"), "LeadEvent"."operator", "Lead"."note"
    FROM "Lead" LEFT JOIN "LeadEvent" ON "LeadEvent"."id" = (
        SELECT "id" FROM "LeadEvent" WHERE "leadId" = "Lead"."id" AND "kind" = 'noted' ORDER BY "at" DESC, "id" DESC LIMIT 1
    )
    WHERE "Lead"."note" <> '';

CREATE TABLE "LeadNotice" (
    "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    "leadId" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator" TEXT COLLATE "C",
    "detail" TEXT COLLATE "C",
    "former" TEXT COLLATE "C",
    "queuedAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "lastError" TEXT COLLATE "C"
);
CREATE INDEX "LeadNotice_channel_dueAt_idx" ON "LeadNotice"("channel", "dueAt");

ALTER TABLE "LeadEvent" ADD COLUMN "field" TEXT COLLATE "C";
ALTER TABLE "LeadEvent" ADD COLUMN "former" TEXT COLLATE "C";
CREATE INDEX "LeadEvent_former_idx" ON "LeadEvent"("former") WHERE (former IS NOT NULL);

-- As squeezed names in searchTextOf(), except for accents: "obrien" finds O’Brien.
UPDATE "Lead" SET "searchText" = "searchText" || chr(10) || replace(replace(replace(replace(replace(replace(replace(replace(lower("name"), ' ', ''), '''', ''), '’', ''), '‘', ''), '-', ''), '‐', ''), '‑', ''), '–', '') || chr(10) || replace(replace(replace(replace(replace(replace(replace(replace(lower("company"), ' ', ''), '''', ''), '’', ''), '‘', ''), '-', ''), '‐', ''), '‑', ''), '–', '') WHERE "name" <> '' OR "company" <> '';
