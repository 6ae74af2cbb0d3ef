-- What limits count may be lost in a crash: an unlogged table does not wait for the disk.
CREATE UNLOGGED TABLE "RateLimit" (
    "key" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    "points" INTEGER NOT NULL,
    "expire" TIMESTAMPTZ(3)
);
CREATE INDEX "RateLimit_expire_idx" ON "RateLimit"("expire");

CREATE TABLE "FormDraft" (
    "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    "client" TEXT COLLATE "C" NOT NULL,
    "content" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "FormDraft_client_expiresAt_idx" ON "FormDraft"("client", "expiresAt");
CREATE INDEX "FormDraft_expiresAt_idx" ON "FormDraft"("expiresAt");
