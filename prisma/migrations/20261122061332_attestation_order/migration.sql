-- DropIndex
DROP INDEX "Attestation_reportDate_idx";

-- CreateIndex
CREATE INDEX "Attestation_reportDate_createdAt_id_idx" ON "Attestation"("reportDate", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Attestation_createdAt_idx" ON "Attestation"("createdAt");

-- CreateIndex
CREATE INDEX "AttestationEvent_at_idx" ON "AttestationEvent"("at");
