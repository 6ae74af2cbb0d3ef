CREATE TABLE "ReportFile" (
    "sha256" TEXT NOT NULL PRIMARY KEY,
    "bytes" INTEGER NOT NULL,
    "storedAt" DATETIME NOT NULL
);
CREATE TABLE "ReportFilePiece" (
    "sha256" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "content" BLOB NOT NULL,
    PRIMARY KEY ("sha256", "number")
);
