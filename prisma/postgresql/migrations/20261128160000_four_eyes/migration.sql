ALTER TABLE "AttestationDraft" ADD COLUMN "submittedAt" TIMESTAMPTZ(3);
ALTER TABLE "AttestationDraft" ADD COLUMN "submittedBy" TEXT COLLATE "C";
ALTER TABLE "AttestationDraft" ADD COLUMN "idempotencyKey" TEXT COLLATE "C";
