ALTER TABLE "AttestationDraft" ADD COLUMN "submittedAt" DATETIME;
ALTER TABLE "AttestationDraft" ADD COLUMN "submittedBy" TEXT;
ALTER TABLE "AttestationDraft" ADD COLUMN "idempotencyKey" TEXT;
