/** What people have and buy: linked roles. */
export const access = {
	'connect.title': '連携ロール',
	'connect.about':
		'サーバーは、ここでの利用状況（クライアントかどうか、プレミアムかどうか、ウォッチしている商品の数）に応じてロールを付与できます。Discord に伝わるのはこの 3 つだけです。',
	'connect.how': 'ページを開き、Discord で許可してください。いつでも解除できます。',
	'connect.since': '{date} から連携しています。',
	'connect.ended': 'Discord が連携を終了しました（{reason}）。ロールを維持するには、もう一度連携してください。',
	'connect.problem': '最後の変更はまだ Discord に届いていません：{reason}',
	'connect.unavailable': 'この Dropwire には連携ロールがありません。',
	'button.connect': '連携する',
	'button.account': 'アカウントを開く',
} as const;
