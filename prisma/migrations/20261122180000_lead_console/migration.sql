-- Columns that are added keep the table as it is: nothing is copied, whatever the number of leads.
ALTER TABLE "Lead" ADD COLUMN "status" TEXT NOT NULL DEFAULT 'new';
ALTER TABLE "Lead" ADD COLUMN "owner" TEXT;
ALTER TABLE "Lead" ADD COLUMN "note" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Lead" ADD COLUMN "context" TEXT;
ALTER TABLE "Lead" ADD COLUMN "searchText" TEXT NOT NULL DEFAULT '';

-- As searchTextOf() in lib/leads/search-text.ts, but for accents, which SQL does not know.
UPDATE "Lead" SET "searchText" = lower("name" || char(10) || "company" || char(10) || "email" || char(10) || "phone" || char(10) || substr("id", 1, 8));

-- CreateTable
CREATE TABLE "LeadEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "leadId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "kind" TEXT NOT NULL,
    "operator" TEXT,
    "channel" TEXT,
    "detail" TEXT
);

-- CreateIndex
CREATE INDEX "Lead_list_idx" ON "Lead"("receivedAt", "id", "status", "language", "owner", "searchText");

-- CreateIndex
CREATE INDEX "LeadEvent_leadId_at_idx" ON "LeadEvent"("leadId", "at");
