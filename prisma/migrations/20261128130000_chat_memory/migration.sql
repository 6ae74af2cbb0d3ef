ALTER TABLE "ChatSession" ADD COLUMN "suggested" TEXT;
ALTER TABLE "UnansweredQuestion" ADD COLUMN "comment" TEXT NOT NULL DEFAULT '';
