/** The text of a notice, which the bot writes as an embed. */
export interface NoticeMessage {
	title: string;
	description: string;
	/** An RGB colour. */
	color: number;
}

export const COLORS = { good: 0x3ba55d, soon: 0xffb020, bad: 0xd83c3e } as const;
