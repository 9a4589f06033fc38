export const watches = {
	'watch.snoozedTitle': '已暂停',
	'watch.snoozed': '{until} 之前不会收到此商品的通知。',
	'watch.gone': '此关注已不存在，或不属于你。',
} as const;
