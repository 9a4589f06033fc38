import type { errors as english } from '../en/errors.ts';
import type { Translated } from '@dropwire/domain/texts';

export const errors: Translated<typeof english> = {
	'error.notDone': '実行されませんでした',
	'error.discord': 'Discord に拒否されました',
	'error.replyRejected':
		'Discord に拒否されたため、このコマンドの応答を表示できません（{reason}、{code}）。現在のリンクは `{/links}` で確認できます。',
	'error.discordDown': 'Discord が応答しません',
	'error.discordDownText':
		'Discord から応答がありませんでした。何も変更されていません。1分後にもう一度お試しください。',
	'error.internal': '問題が発生しました',
	'error.internalText':
		'Bot で内部エラーが発生しました。現在のリンクは `{/links}` で確認できます。1分後にもう一度お試しください。',
	'error.upstream': '別のサービスが応答しません',
	'error.serverDown': 'Dropwire が応答しません',
	'error.serverDownText':
		'Dropwire から応答がありませんでした。何も変更されていません。1分後にもう一度お試しください。',
	'error.savedText': '変更は行われましたが、現在は表示できません。1分後に確認してください。',
	'error.unknownText': 'Dropwire から応答がなかったため、変更が行われたかどうか不明です。1分後に確認してください。',
	'error.token': 'Bot にアクセス権がありません',
	'error.tokenText':
		'Dropwire が Bot のトークンを拒否しています。スコープ `bot` の新しいトークンの作成を運営者に依頼してください。',
	'error.tooMany': 'リクエストが多すぎます',
	'error.tooManyText': { other: '{count} 秒後にもう一度お試しください。' },
	'error.discordCode': '{message}（{code}）。何も変更されていません。1分後にもう一度お試しください。',
	'error.channelRights':
		'そのチャンネルで Bot に **{view}** と **{webhooks}** の権限が必要です。チャンネルの設定で「権限」を開き、ロール **Dropwire** を追加して両方を許可してください。',
	'error.channelFull':
		'チャンネルの Webhook が Discord の上限に達しています。チャンネルの設定の「連携サービス」で1つ削除してください。',
	'error.serverFull':
		'このサーバーの Webhook が Discord の上限（1,000 個）に達しています。サーバー設定の「連携サービス」でいくつか削除してください。',
	'error.channelGone': 'チャンネルはもう存在しません。別のチャンネルを選んでください。',
	'permission.ViewChannel': 'チャンネルを見る',
	'permission.ManageWebhooks': 'ウェブフックの管理',
	'permission.ManageGuild': 'サーバー管理',
	'permission.SendMessages': 'メッセージを送信',
	'permission.EmbedLinks': '埋め込みリンク',
	'permission.CreateEvents': 'イベントを作成',
	'deny.oldButton': 'このボタンは古いバージョンのものです。コマンドをもう一度実行してください。',
	'deny.oldForm': 'このフォームは古いバージョンのものです。コマンドをもう一度実行してください。',
	'deny.oldCommand': 'このコマンドは古いバージョンのものです。現在のコマンドは `{/help}` で確認できます。',
	'deny.notMember': 'まず Bot をこのサーバーに招待してください。コマンドは Bot が参加しているサーバーでのみ使えます。',
	'deny.manage': 'このサーバーの権限 **{manage}** が必要です。',
	'deny.region': '地域「{text}」は存在しません。地域：{regions}',
	'deny.topic': '{region}にトピック「{text}」はありません。`{/topics region}:{code}` でトピックを一覧表示できます。',
	'deny.link': '候補のリンクから選んでください。`{/links}` ですべて確認できます。',
	'deny.everyone': 'メッセージで @everyone はメンションできません。別のロールを選んでください。',
	'deny.postName': '`{/link post_name}` はフォーラム専用です。フォーラムを選ぶか、このオプションを省いてください。',
	'deny.locked':
		'<#{channel}> はロックされているため、Discord はメッセージを受け付けません。先にロックを解除してください。',
	'deny.channelType':
		'Bot が閲覧できるテキストチャンネル、アナウンスチャンネル、フォーラム、スレッドのいずれかを選んでください。',
	'deny.tagRequired':
		'フォーラム <#{channel}> ではすべての投稿にタグが必要ですが、{brands} という名前のタグがありません。フォーラムにそのタグを作成するか、タグの必須設定をオフにしてから、コマンドをもう一度実行してください。',
	'deny.channelGone': 'チャンネルはもう存在しません。`{/link}` で別のチャンネルをリンクしてください。',
	'deny.setupGone': 'チャンネルはもう存在しません。`{/setup}` をもう一度実行してください。',
	'deny.undoLate': '元に戻せるのは15分以内です。`{/link}` でリンクを作り直してください。',
	'deny.undoLost': 'Bot が再起動したため、このリンクのオプションは失われました。`{/link}` で作り直してください。',
	'deny.price': '価格は 50-120、50-、-120 のように入力してください。「{text}」は使えません。',
	'deny.number': '「{text}」は数値ではありません。',
	'deny.quiet': '通知オフの時間帯は 22:00-07:00 Europe/Vienna のように入力してください。「{text}」は使えません。',
	'deny.webhooks': {
		other:
			'<#{channel}> には Discord の上限である {count} 個の Webhook があります。チャンネルの設定の「連携サービス」で1つ削除してから、コマンドをもう一度実行してください。',
	},
	'deny.rights':
		'<#{channel}> で Bot に {permissions} の権限が必要です。\nそのチャンネルの設定で「権限」を開き、ロール **Dropwire** を追加して {permissions} を許可してください。その後、コマンドをもう一度実行してください。',
	'deny.already': '<#{channel}> にはすでに {topic}（{region}）が届いています。',
	'server.notListed': 'あなたのアカウントはアクセスリストに載っていません。運営者に追加を依頼してください。',
	'server.premium': 'これは premium 会員向けの機能です。運営者に premium ロールを依頼してください。',
	'server.operators': 'この操作は運営者のみが行えます。',
	'server.already': 'このチャンネルにはすでに {topic}（{region}）が届いています。',
	'server.unknown': '{what} は存在しません。',
	'server.noLink': 'このサーバーにそのリンクはありません。',
	'server.isOff': 'このリンクはオフです：{reason}',
	'server.botLeft': 'Bot がこのサーバーから削除されました。Bot が戻るとリンクは再び動作します',
	'server.channelGone': 'Discord のチャンネルが削除されました',
	'server.webhookGone': 'Discord で Webhook が削除されました',
	'server.noShop': 'どの地域のショップからも応答がありませんでした。1分後にもう一度お試しください。',
	'server.noShopIn': '{where} ではどのショップからも応答がありませんでした。1分後にもう一度お試しください。',
	'server.changed': 'その間に誰かがこれらのオプションを変更しました。もう一度開いてください。',
};
