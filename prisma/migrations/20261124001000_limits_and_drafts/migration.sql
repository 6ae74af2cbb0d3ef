CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "points" INTEGER NOT NULL,
    "expire" DATETIME
);
CREATE INDEX "RateLimit_expire_idx" ON "RateLimit"("expire");

CREATE TABLE "FormDraft" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);
CREATE INDEX "FormDraft_client_expiresAt_idx" ON "FormDraft"("client", "expiresAt");
CREATE INDEX "FormDraft_expiresAt_idx" ON "FormDraft"("expiresAt");
