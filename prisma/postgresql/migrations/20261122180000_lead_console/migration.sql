-- AlterTable
ALTER TABLE "Lead" ADD COLUMN     "context" TEXT COLLATE "C",
ADD COLUMN     "note" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN     "owner" TEXT COLLATE "C",
ADD COLUMN     "searchText" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN     "status" TEXT COLLATE "C" NOT NULL DEFAULT 'new';

-- As searchTextOf() in lib/leads/search-text.ts, but for accents.
UPDATE "Lead" SET "searchText" = lower("name" || chr(10) || "company" || chr(10) || "email" || chr(10) || "phone" || chr(10) || substr("id", 1, 8));

-- CreateTable
CREATE TABLE "LeadEvent" (
    "id" TEXT COLLATE "C" NOT NULL,
    "leadId" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "operator" TEXT COLLATE "C",
    "channel" TEXT COLLATE "C",
    "detail" TEXT COLLATE "C",

    CONSTRAINT "LeadEvent_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "LeadEvent_leadId_at_idx" ON "LeadEvent"("leadId", "at");

-- CreateIndex
CREATE INDEX "Lead_list_idx" ON "Lead"("receivedAt", "id", "status", "language", "owner", "searchText");
