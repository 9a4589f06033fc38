/** What people have and buy: linked roles. */
export const access = {
	'connect.title': '关联身份组',
	'connect.about':
		'服务器可以根据你在这里的情况授予身份组：是否为客户、是否有高级权限、关注了多少商品。Discord 只会得到这三项信息。',
	'connect.how': '打开页面，并在 Discord 中授权。你可以随时断开。',
	'connect.since': '自 {date} 起已关联。',
	'connect.ended': 'Discord 已终止关联（{reason}）。请重新关联以保留你的身份组。',
	'connect.problem': '最近的更改尚未送达 Discord：{reason}',
	'connect.unavailable': '此 Dropwire 没有关联身份组。',
	'button.connect': '关联',
	'button.account': '打开账户',
} as const;
