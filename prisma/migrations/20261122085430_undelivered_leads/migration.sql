-- CreateIndex
CREATE INDEX "Lead_undelivered_idx" ON "Lead"("receivedAt", "id") WHERE "mailNextAt" IS NOT NULL OR "webhookNextAt" IS NOT NULL;
