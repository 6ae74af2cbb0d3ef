-- AlterTable
ALTER TABLE "OperatorSession" ADD COLUMN "browser" TEXT;

-- CreateTable
CREATE TABLE "OperatorCode" (
    "operator" TEXT NOT NULL PRIMARY KEY,
    "step" INTEGER NOT NULL
);
