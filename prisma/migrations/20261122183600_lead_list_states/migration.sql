-- The list of leads filters by state as well, and then reads the index alone.
DROP INDEX "Lead_list_idx";
CREATE INDEX "Lead_list_idx" ON "Lead"("receivedAt", "id", "status", "language", "owner", "quarantine", "mailDeliveredAt", "webhookDeliveredAt", "mailAbandonedAt", "webhookAbandonedAt", "searchText");

-- CreateIndex
CREATE INDEX "Lead_owner_idx" ON "Lead"("owner") WHERE owner IS NOT NULL;
