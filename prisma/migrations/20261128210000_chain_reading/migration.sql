CREATE TABLE "ChainReading" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "block" INTEGER NOT NULL,
    "blockAt" DATETIME NOT NULL,
    "readAt" DATETIME NOT NULL,
    "gold" TEXT,
    "silver" TEXT
);
