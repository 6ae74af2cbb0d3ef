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
    "mailDeliveredAt" DATETIME,
    "mailAbandonedAt" DATETIME,
    "mailLastError" TEXT,
    "webhookAttempts" INTEGER NOT NULL DEFAULT 0,
    "webhookNextAt" DATETIME,
    "webhookDeliveredAt" DATETIME,
    "webhookAbandonedAt" DATETIME,
    "webhookLastError" TEXT,
    "ackAttempts" INTEGER NOT NULL DEFAULT 0,
    "ackNextAt" DATETIME,
    "ackDeliveredAt" DATETIME,
    "ackAbandonedAt" DATETIME,
    "ackLastError" TEXT
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

-- CreateIndex
CREATE INDEX "Lead_ackNextAt_idx" ON "Lead"("ackNextAt");
