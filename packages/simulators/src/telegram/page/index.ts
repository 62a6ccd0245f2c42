export const chatPage = (): string => '<!doctype html><title>Telegram simulator</title>';
