import type { notices as english } from '../en/notices.ts';
import type { Translated } from '@dropwire/domain/texts';

export const notices: Translated<typeof english> = {
	'notice.expiringTitle': 'Dropwire のアクセス権がまもなく失効します',
	'notice.expiring':
		'アクセス権は {at}（{in}）に失効します。失効後は閲覧のみ可能で、変更はできません。また、あなただけが管理しているサーバーにはメッセージが届かなくなります。',
	'notice.expiredTitle': 'Dropwire のアクセス権が失効しました',
	'notice.expired':
		'アクセス権は {at} に失効しました。閲覧のみ可能で、変更はできません。あなただけが管理しているサーバーにはメッセージが届きませんが、設定は保持されています。',
	'notice.planExpiringTitle': 'ご利用中の Dropwire プランの一つがまもなく終了します',
	'notice.planExpiring':
		'{at}（{in}）に終了します。アクセス権は引き続き有効ですが、このプランだけに含まれる機能は使えなくなります。',
	'notice.planExpiredTitle': 'ご利用中の Dropwire プランの一つが終了しました',
	'notice.planExpired':
		'{at} に終了しました。アクセス権は引き続き有効ですが、このプランだけに含まれていた機能は使えません。',
	'notice.extend': '延長するには、運営者に連絡してください。',
	'notice.approvedTitle': 'Dropwire を利用できるようになりました',
	'notice.roleTitle': 'Dropwire で {role} を利用できるようになりました',
	'notice.approved': '運営者があなたの申請を承認しました。',
	'notice.until': 'アクセス権の有効期限：{at}',
	'notice.open': '[Dropwire を開いて]({url})、使える機能を確認してください。',
	'notice.declinedTitle': 'Dropwire の利用申請は承認されませんでした',
	'notice.declined': '運営者があなたの申請を却下しました。',
	'notice.again': '[もう一度申請する]({url})こともできます。',
	'notice.productTitle': 'リクエストした商品の監視が始まりました',
	'notice.product':
		'{product} が監視リストに追加されました。該当トピックを受け取るサーバーには、変更があると通知されます。',
	'notice.noProductTitle': 'リクエストした商品は監視されません',
	'notice.noProduct': '運営者が {product} の監視リクエストを却下しました。',
	'notice.plan': 'プラン：**{plan}**',
	'notice.contact': '連絡先：{contact}',
	'notice.linksTitle': { other: 'Dropwire のリンク {count} 件が動作しなくなりました' },
	'notice.link': '**{topic}（{region}）** → {place}：{reason}',
	'notice.unknownChannel': '不明なチャンネル',
	'notice.more': { other: 'ほか {count} 件' },
	'notice.relink': {
		other:
			'リンク先にメッセージが届きません。`{/link}` でチャンネルをもう一度リンクするか、[ダッシュボードを開いて]({url})ください。',
	},
	'notice.turnOff': '`{/notices links}:{off}` でこの通知をオフにできます。',
};
