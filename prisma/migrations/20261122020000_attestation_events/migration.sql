-- CreateTable
CREATE TABLE "AttestationEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "attestationId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "operator" TEXT NOT NULL,
    "reason" TEXT
);

-- CreateIndex
CREATE UNIQUE INDEX "AttestationEvent_attestationId_sequence_key" ON "AttestationEvent"("attestationId", "sequence");

-- What the columns still know. Restoring emptied those of the withdrawal, so a restoration recorded beside a
-- withdrawal came before it.
INSERT INTO "AttestationEvent" ("id", "attestationId", "sequence", "kind", "at", "operator", "reason")
SELECT lower(hex(randomblob(16))), "id", 1, 'restored', "restoredAt", coalesce("restoredBy", 'unknown'), NULL
FROM "Attestation" WHERE "restoredAt" IS NOT NULL;

INSERT INTO "AttestationEvent" ("id", "attestationId", "sequence", "kind", "at", "operator", "reason")
SELECT lower(hex(randomblob(16))), "id", CASE WHEN "restoredAt" IS NULL THEN 1 ELSE 2 END, 'withdrawn',
    "withdrawnAt", coalesce("withdrawnBy", 'unknown'), "withdrawnReason"
FROM "Attestation" WHERE "withdrawnAt" IS NOT NULL;

-- AlterTable
ALTER TABLE "Attestation" DROP COLUMN "withdrawnAt";
ALTER TABLE "Attestation" DROP COLUMN "withdrawnBy";
ALTER TABLE "Attestation" DROP COLUMN "withdrawnReason";
ALTER TABLE "Attestation" DROP COLUMN "restoredAt";
ALTER TABLE "Attestation" DROP COLUMN "restoredBy";
