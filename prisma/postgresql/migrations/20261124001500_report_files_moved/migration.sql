-- CreateTable
CREATE TABLE "AttestationFileMove" (
    "attestationId" TEXT COLLATE "C" NOT NULL,
    "fileUrl" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AttestationFileMove_pkey" PRIMARY KEY ("attestationId")
);
