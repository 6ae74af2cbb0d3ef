CREATE TABLE "OperatorPasskey" (
    "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    "operator" TEXT COLLATE "C" NOT NULL,
    "rpId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "publicKey" TEXT COLLATE "C" NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3)
);
CREATE INDEX "OperatorPasskey_operator_rpId_idx" ON "OperatorPasskey"("operator", "rpId");
ALTER TABLE "OperatorSession" ADD COLUMN "method" TEXT COLLATE "C" NOT NULL DEFAULT 'key';
