-- CreateTable
CREATE TABLE "Lead" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "idempotencyKey" TEXT NOT NULL,
    "bodyHash" TEXT NOT NULL,
    "receivedAt" DATETIME NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "quarantine" TEXT,
    "mailAttempts" INTEGER NOT NULL DEFAULT 0,
    "mailNextAt" DATETIME,
    "mailLeasedUntil" DATETIME,
    "mailDeliveredAt" DATETIME,
    "mailLastError" TEXT,
    "webhookAttempts" INTEGER NOT NULL DEFAULT 0,
    "webhookNextAt" DATETIME,
    "webhookLeasedUntil" DATETIME,
    "webhookDeliveredAt" DATETIME,
    "webhookLastError" TEXT
);

-- CreateIndex
CREATE UNIQUE INDEX "Lead_idempotencyKey_key" ON "Lead"("idempotencyKey");

-- CreateIndex
CREATE INDEX "Lead_receivedAt_idx" ON "Lead"("receivedAt");

-- CreateIndex
CREATE INDEX "Lead_email_idx" ON "Lead"("email");

-- CreateIndex
CREATE INDEX "Lead_mailNextAt_idx" ON "Lead"("mailNextAt");

-- CreateIndex
CREATE INDEX "Lead_webhookNextAt_idx" ON "Lead"("webhookNextAt");
