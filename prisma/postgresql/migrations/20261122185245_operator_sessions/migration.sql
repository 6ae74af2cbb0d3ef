-- AlterTable
ALTER TABLE "OperatorSession" ADD COLUMN     "browser" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "OperatorCode" (
    "operator" TEXT COLLATE "C" NOT NULL,
    "step" INTEGER NOT NULL,

    CONSTRAINT "OperatorCode_pkey" PRIMARY KEY ("operator")
);
