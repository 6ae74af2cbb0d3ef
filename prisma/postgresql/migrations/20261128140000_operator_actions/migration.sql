CREATE TABLE "OperatorAction" (
    "id" TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator" TEXT COLLATE "C" NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C",
    "count" INTEGER
);
CREATE INDEX "OperatorAction_at_id_idx" ON "OperatorAction"("at", "id");
CREATE INDEX "OperatorAction_operator_at_id_idx" ON "OperatorAction"("operator", "at", "id");
CREATE INDEX "OperatorAction_action_at_id_idx" ON "OperatorAction"("action", "at", "id");
