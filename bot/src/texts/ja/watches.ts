export const watches = {
	'watch.snoozedTitle': '一時停止中',
	'watch.snoozed': '{until}まで、この商品の通知は届きません。',
	'watch.gone': 'このウォッチは存在しないか、あなたのものではありません。',
} as const;
