ALTER TABLE "AttestationDraft" ADD COLUMN "submittedAt" DATETIME;
ALTER TABLE "AttestationDraft" ADD COLUMN "submittedBy" TEXT;
ALTER TABLE "AttestationDraft" ADD COLUMN "idempotencyKey" TEXT;
CREATE UNIQUE INDEX "AttestationDraft_idempotencyKey_key" ON "AttestationDraft"("idempotencyKey");
