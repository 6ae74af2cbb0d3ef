-- CreateTable
CREATE TABLE "ChatSession" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "language" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "lastAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    "lastEntry" TEXT,
    "contactAsked" BOOLEAN NOT NULL DEFAULT false,
    "mailAttempts" INTEGER NOT NULL DEFAULT 0,
    "mailNextAt" DATETIME,
    "mailDeliveredAt" DATETIME,
    "mailAbandonedAt" DATETIME,
    "mailLastError" TEXT
);

-- CreateTable
CREATE TABLE "ChatMessage" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "sentAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "UnansweredQuestion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "lastAskedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "ChatSession_lastAt_idx" ON "ChatSession"("lastAt");

-- CreateIndex
CREATE INDEX "ChatSession_mailNextAt_idx" ON "ChatSession"("mailNextAt");

-- CreateIndex
CREATE INDEX "ChatMessage_sessionId_sentAt_idx" ON "ChatMessage"("sessionId", "sentAt");

-- CreateIndex
CREATE INDEX "ChatMessage_sentAt_idx" ON "ChatMessage"("sentAt");

-- CreateIndex
CREATE INDEX "UnansweredQuestion_language_count_idx" ON "UnansweredQuestion"("language", "count");

-- CreateIndex
CREATE INDEX "UnansweredQuestion_lastAskedAt_idx" ON "UnansweredQuestion"("lastAskedAt");
