-- CreateTable
CREATE TABLE "AttestationDraft" (
    "id" TEXT COLLATE "C" NOT NULL,
    "fields" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "createdBy" TEXT COLLATE "C" NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedBy" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AttestationDraft_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AttestationDraft_updatedAt_idx" ON "AttestationDraft"("updatedAt");
