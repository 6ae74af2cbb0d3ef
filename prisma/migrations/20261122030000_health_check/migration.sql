-- CreateTable
CREATE TABLE "HealthCheck" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "checkedAt" DATETIME NOT NULL,
    "filler" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "Lead_mailAbandonedAt_idx" ON "Lead"("mailAbandonedAt");

-- CreateIndex
CREATE INDEX "Lead_webhookAbandonedAt_idx" ON "Lead"("webhookAbandonedAt");
