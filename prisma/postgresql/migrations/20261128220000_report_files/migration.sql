CREATE TABLE "ReportFile" (
    "sha256" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    "bytes" INTEGER NOT NULL,
    "storedAt" TIMESTAMPTZ(3) NOT NULL
);
CREATE TABLE "ReportFilePiece" (
    "sha256" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    PRIMARY KEY ("sha256", "number")
);
-- A PDF is compressed already.
ALTER TABLE "ReportFilePiece" ALTER COLUMN "content" SET STORAGE EXTERNAL;
