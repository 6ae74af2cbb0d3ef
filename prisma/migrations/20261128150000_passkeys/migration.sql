CREATE TABLE "OperatorPasskey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "operator" TEXT NOT NULL,
    "rpId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME
);
CREATE INDEX "OperatorPasskey_operator_rpId_idx" ON "OperatorPasskey"("operator", "rpId");
ALTER TABLE "OperatorSession" ADD COLUMN "method" TEXT NOT NULL DEFAULT 'key';
