-- CreateTable
CREATE TABLE "Lead" (
    "id" TEXT COLLATE "C" NOT NULL,
    "idempotencyKey" TEXT COLLATE "C" NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL DEFAULT 'form',
    "bodyHash" TEXT COLLATE "C" NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3),
    "name" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "emailKey" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "company" TEXT COLLATE "C" NOT NULL,
    "phone" TEXT COLLATE "C" NOT NULL,
    "message" TEXT COLLATE "C" NOT NULL,
    "language" TEXT COLLATE "C" NOT NULL,
    "quarantine" TEXT COLLATE "C",
    "spamScore" INTEGER NOT NULL DEFAULT 0,
    "requeuedAt" TIMESTAMPTZ(3),
    "mailAttempts" INTEGER NOT NULL DEFAULT 0,
    "mailNextAt" TIMESTAMPTZ(3),
    "mailDeliveredAt" TIMESTAMPTZ(3),
    "mailAbandonedAt" TIMESTAMPTZ(3),
    "mailLastError" TEXT COLLATE "C",
    "webhookAttempts" INTEGER NOT NULL DEFAULT 0,
    "webhookNextAt" TIMESTAMPTZ(3),
    "webhookDeliveredAt" TIMESTAMPTZ(3),
    "webhookAbandonedAt" TIMESTAMPTZ(3),
    "webhookLastError" TEXT COLLATE "C",
    "ackAttempts" INTEGER NOT NULL DEFAULT 0,
    "ackNextAt" TIMESTAMPTZ(3),
    "ackDeliveredAt" TIMESTAMPTZ(3),
    "ackAbandonedAt" TIMESTAMPTZ(3),
    "ackLastError" TEXT COLLATE "C",

    CONSTRAINT "Lead_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "QuarantineDigest" (
    "id" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "coversFrom" TIMESTAMPTZ(3) NOT NULL,
    "coversUntil" TIMESTAMPTZ(3) NOT NULL,
    "mailAttempts" INTEGER NOT NULL DEFAULT 0,
    "mailNextAt" TIMESTAMPTZ(3),
    "mailDeliveredAt" TIMESTAMPTZ(3),
    "mailAbandonedAt" TIMESTAMPTZ(3),
    "mailLastError" TEXT COLLATE "C",
    "webhookAttempts" INTEGER NOT NULL DEFAULT 0,
    "webhookNextAt" TIMESTAMPTZ(3),
    "webhookDeliveredAt" TIMESTAMPTZ(3),
    "webhookAbandonedAt" TIMESTAMPTZ(3),
    "webhookLastError" TEXT COLLATE "C",

    CONSTRAINT "QuarantineDigest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attestation" (
    "id" TEXT COLLATE "C" NOT NULL,
    "idempotencyKey" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C",
    "fileUrl" TEXT COLLATE "C" NOT NULL,
    "reportDate" TEXT COLLATE "C" NOT NULL,
    "sha256" TEXT COLLATE "C",
    "goldOunces" TEXT COLLATE "C",
    "goldTokens" TEXT COLLATE "C",
    "silverOunces" TEXT COLLATE "C",
    "silverTokens" TEXT COLLATE "C",
    "asOf" TEXT COLLATE "C",
    "firm" TEXT COLLATE "C",
    "replacesId" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Attestation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AttestationEvent" (
    "id" TEXT COLLATE "C" NOT NULL,
    "attestationId" TEXT COLLATE "C" NOT NULL,
    "sequence" INTEGER NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C",

    CONSTRAINT "AttestationEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OperatorSession" (
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "operator" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OperatorSession_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "RevokedKey" (
    "keyHash" TEXT COLLATE "C" NOT NULL,
    "operator" TEXT COLLATE "C" NOT NULL,
    "revokedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RevokedKey_pkey" PRIMARY KEY ("keyHash")
);

-- CreateTable
CREATE TABLE "ChatSession" (
    "id" TEXT COLLATE "C" NOT NULL,
    "language" TEXT COLLATE "C" NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "lastEntry" TEXT COLLATE "C",
    "contactAsked" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ChatSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ChatMessage" (
    "id" TEXT COLLATE "C" NOT NULL,
    "sessionId" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "content" TEXT COLLATE "C" NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ChatMessage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UnansweredQuestion" (
    "id" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "language" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "lastAskedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UnansweredQuestion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HealthCheck" (
    "id" TEXT COLLATE "C" NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,
    "filler" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "HealthCheck_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Lead_idempotencyKey_key" ON "Lead"("idempotencyKey");

-- CreateIndex
CREATE INDEX "Lead_receivedAt_idx" ON "Lead"("receivedAt");

-- CreateIndex
CREATE INDEX "Lead_email_idx" ON "Lead"("email");

-- CreateIndex
CREATE INDEX "Lead_emailKey_receivedAt_idx" ON "Lead"("emailKey", "receivedAt");

-- CreateIndex
CREATE INDEX "Lead_quarantine_receivedAt_idx" ON "Lead"("quarantine", "receivedAt");

-- CreateIndex
CREATE INDEX "Lead_mailNextAt_idx" ON "Lead"("mailNextAt");

-- CreateIndex
CREATE INDEX "Lead_webhookNextAt_idx" ON "Lead"("webhookNextAt");

-- CreateIndex
CREATE INDEX "Lead_ackNextAt_idx" ON "Lead"("ackNextAt");

-- CreateIndex
CREATE INDEX "Lead_mailAbandonedAt_idx" ON "Lead"("mailAbandonedAt");

-- CreateIndex
CREATE INDEX "Lead_webhookAbandonedAt_idx" ON "Lead"("webhookAbandonedAt");

-- CreateIndex
CREATE INDEX "Lead_undelivered_idx" ON "Lead"("receivedAt", "id") WHERE ("mailNextAt" IS NOT NULL OR "webhookNextAt" IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "QuarantineDigest_number_key" ON "QuarantineDigest"("number");

-- CreateIndex
CREATE INDEX "QuarantineDigest_mailNextAt_idx" ON "QuarantineDigest"("mailNextAt");

-- CreateIndex
CREATE INDEX "QuarantineDigest_webhookNextAt_idx" ON "QuarantineDigest"("webhookNextAt");

-- CreateIndex
CREATE INDEX "QuarantineDigest_coversUntil_idx" ON "QuarantineDigest"("coversUntil");

-- CreateIndex
CREATE UNIQUE INDEX "Attestation_idempotencyKey_key" ON "Attestation"("idempotencyKey");

-- CreateIndex
CREATE UNIQUE INDEX "Attestation_replacesId_key" ON "Attestation"("replacesId");

-- CreateIndex
CREATE INDEX "Attestation_reportDate_createdAt_id_idx" ON "Attestation"("reportDate", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Attestation_createdAt_idx" ON "Attestation"("createdAt");

-- CreateIndex
CREATE INDEX "AttestationEvent_at_idx" ON "AttestationEvent"("at");

-- CreateIndex
CREATE UNIQUE INDEX "AttestationEvent_attestationId_sequence_key" ON "AttestationEvent"("attestationId", "sequence");

-- CreateIndex
CREATE INDEX "OperatorSession_operator_idx" ON "OperatorSession"("operator");

-- CreateIndex
CREATE INDEX "ChatSession_lastAt_idx" ON "ChatSession"("lastAt");

-- CreateIndex
CREATE INDEX "ChatSession_endedAt_lastAt_idx" ON "ChatSession"("endedAt", "lastAt");

-- CreateIndex
CREATE INDEX "ChatMessage_sessionId_sentAt_idx" ON "ChatMessage"("sessionId", "sentAt");

-- CreateIndex
CREATE INDEX "ChatMessage_sentAt_idx" ON "ChatMessage"("sentAt");

-- CreateIndex
CREATE INDEX "UnansweredQuestion_language_count_idx" ON "UnansweredQuestion"("language", "count");

-- CreateIndex
CREATE INDEX "UnansweredQuestion_lastAskedAt_idx" ON "UnansweredQuestion"("lastAskedAt");

