import type { status as english } from '../en/status.ts';
import type { Translated } from '@dropwire/domain/texts';

export const status: Translated<typeof english> = {
	'status.ok': 'すべて正常に動作しています',
	'status.stopped': 'Dropwire は動作していません',
	'status.lateMessages': 'メッセージが遅れています',
	'status.linksFail': '動作していないリンクがあります',
	'status.rights': 'Bot の権限が不足しています',
	'status.blocked': '確認できない商品があります',
	'status.suspect': 'ショップの形式が変わった可能性があります',
	'status.lateChecks': '確認が遅れています',
	'status.stoppedText':
		'**エンジンが停止している**ため、商品の確認もメッセージの送信も行われていません。運営者に連絡してください。',
	'status.lateText': '待機中の最も古いメッセージ：{when}',
	'status.server': 'このサーバー',
	'status.links': { other: 'リンク {count} 件' },
	'status.linksOff': { other: '**オフ {count} 件**' },
	'status.linksFailing': { other: '**失敗 {count} 件**' },
	'status.linksPaused': { other: '一時停止 {count} 件' },
	'status.linksMore': '理由と対処方法は `{/links}` で確認できます。',
	'status.linksNone':
		'このサーバーにはまだリンクがありません。`{/setup}` で複数のトピックをチャンネルにリンクできます。',
	'status.day': '過去24時間：送信 {sent} 件、失敗 {failed} 件',
	'status.week': '過去7日間：送信 {sent} 件、失敗 {failed} 件',
	'status.delay': '変化から Discord までの遅延（中央値）：{delay}',
	'status.last': '最新のメッセージ：{when}',
	'status.lastNone': '最新のメッセージ：まだありません',
	'status.notices': 'ショップの通知：{state}（`{/notices}`）',
	'status.on': 'オン',
	'status.off': 'オフ',
	'status.events': '発売イベント：{state}（`{/drops-events}`）',
	'status.watched': 'あなたのトピックの監視状況',
	'status.rightsTitle': '不足している権限',
	'status.rightsLine': '<#{channel}>：{permissions}',
	'status.rightsHow':
		'チャンネルの設定で「権限」を開き、ロール **Dropwire** を追加して許可してください。それまでは、これらのチャンネルのリンクを作成、修復できません。',
	'status.rightsMore': { other: 'ほか {count} チャンネル' },
	'service.title': 'サービス全体（運営者向け）',
	'service.engines': { other: 'エンジン：{count} プロセス' },
	'service.watching': { other: '監視中：SKU {count} 件（地域ごとに数えた数）' },
	'service.lastChange': '最新の商品の変化：{when}',
	'service.lastMessage': '最新のメッセージ：{when}',
	'service.hour': '過去1時間、全サーバー：送信 {sent} 件、失敗 {failed} 件',
	'service.queueEmpty': 'キュー：空',
	'service.queue': { other: 'キュー：{count} 件（最も古いもの：{when}）' },
	'service.never': 'まだありません',
	'coverage.blocked': '{since} からブロックされています：{reason}（{places}）',
	'coverage.suspect':
		'{since} から応答が疑わしい状態です：{reason}（{places}）。ショップの形式が変わった可能性があります。',
	'coverage.late': '遅延（{places}）。最も古い確認：{ago}。1巡に {round} かかります。',
	'coverage.silent': '遅延：モニター {monitor} からの報告が {since} から途絶えています。',
	'coverage.unwatched': { other: 'まだ何も監視されていません。{count} 件のリンクが待っています（{places}）。' },
	'coverage.unsold': '有効なリンクがないため、何も確認されていません（{places}）。',
	'coverage.watched': {
		other: '{places} の SKU {skus} 件を平均 {round} ごとに確認。最も古い確認は {ago}。',
	},
	'coverage.new': { other: '{places} の SKU {skus} 件、まだ確認されていません。' },
	'coverage.reported': 'モニター {monitor} が報告しています。最後の報告は {ago}。',
	'coverage.noReason': '理由不明',
	'pause.resumed':
		'アクセスリストに載っている管理者がいなかったため、このサーバーは {when} に一時停止されました。あなたはリストに載っているので、チャンネルに再びメッセージが届きます。',
	'pause.paused':
		'**一時停止中**：{when} から、アクセスリストに載っている人がこのサーバーを管理していないため、チャンネルにメッセージが届きません。リンクは保持され、管理者の誰かがリストに載ると再開します。',
	'notices.title': '通知',
	'notices.shopsOn':
		'**ショップ：オン。**ショップの情報を5分間取得できないと、このサーバーにあるそのブランドの最も古い Webhook にメッセージが届きます。再び取得できるようになると、もう1件届きます。',
	'notices.shopsOff': '**ショップ：オフ。**`{/notices shops}:{on}` でオンにできます。',
	'notices.linksOn':
		'**リンク：オン。**リンクが動作しなくなると、Bot はリンクのある別のチャンネルかシステムチャンネルに書き込みます。',
	'notices.linksOff': '**リンク：オフ。**`{/notices links}:{on}` でオンにできます。',
	'notices.undelivered':
		'{when}にリンクが動作しなくなりましたが、Bot はどのチャンネルにも通知を書き込めませんでした：{reason}。次回に備えて、リンクのあるチャンネルで **{send}** と **{embed}** を許可してください。',
	'events.title': '発売イベント',
	'events.region': '**オン。**ボットは{region}の次の発売予定ごとにイベントを管理しています（現在 {count} 件）。',
	'events.topics':
		'**オン。**ボットはこのサーバーのトピックの次の発売予定ごとにイベントを管理しています（現在 {count} 件）。',
	'events.off': '**オフ。**`{/drops-events state}:{on}` で、次の発売予定ごとにこのサーバーにイベントを作成します。',
	'events.deleting': { other: '**オフ。**ボットがイベント {count} 件を削除しています。' },
	'events.stopped': '**オフ。**{reason}',
	'events.lacks':
		'ボットにはこのサーバーの権限 **{events}** が必要です。サーバー設定のロールで **Dropwire** の権限を開いて許可し、`{/drops-events state}:{on}` を実行してください。',
	'events.full': {
		other: 'このサーバーのイベントは Discord の上限の100件です。{count} 件の発売予定にはイベントがありません。',
	},
	'events.noTopic':
		'このサーバーには Nike Releases などの発売トピックがありません。地域を選んでください：`{/drops-events region}`',
	'found.title': '見つかった商品',
	'found.none': 'キーワード検索ではまだ新しい商品が見つかっていません。',
	'found.added': '**{title}** を {list} に追加しました。',
	'found.watch': '{title} を監視',
	'found.newest': '最新の {count} 件',
	'found.noList': '対応するリストなし',
	'found.on': '{list} に登録済み',
	'found.notOn': '{list} に未登録',
	'found.noPrice': '価格不明',
	'help.intro': 'Dropwire は、商品に変化があるとすぐにチャンネルへ投稿します。',
	'help.access':
		'`{/drops}` は誰でも使えます。`{/product}`、`{/resale}`、`{/stores}` は premium ロールがあれば誰でも、サーバーでもダイレクトメッセージでも使えます。ほかのコマンドには権限 **{manage}** と、Dropwire のアクセスリストへの登録が必要です。返信はあなただけに表示されます。',
	'footer.request': 'リクエスト {id}',
};
