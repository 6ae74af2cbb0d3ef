ALTER TABLE "Attestation" ADD COLUMN "reportLanguage" TEXT;
