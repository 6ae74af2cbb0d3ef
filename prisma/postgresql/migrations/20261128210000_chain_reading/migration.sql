CREATE TABLE "ChainReading" (
    "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    "block" INTEGER NOT NULL,
    "blockAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,
    "gold" TEXT COLLATE "C",
    "silver" TEXT COLLATE "C"
);
