-- CreateTable
CREATE TABLE "AttestationFileMove" (
    "attestationId" TEXT NOT NULL PRIMARY KEY,
    "fileUrl" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);
