package earth.shell.calls;

import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/** What a push says of a call: `messageType` and `messageContent`, as `docs/push.md` describes them. */
final class PushedCall {

    enum Type {
        RINGS,
        ENDED,
        HANDLED,
    }

    final Type type;
    final String id;
    /** Of the caller; empty if the call does not ring. */
    final String name;
    /** Milliseconds; 0 if the call does not ring. */
    final long ringsUntil;

    private PushedCall(Type type, String id, String name, long ringsUntil) {
        this.type = type;
        this.id = id;
        this.name = name;
        this.ringsUntil = ringsUntil;
    }

    /** Null: the push is about something else, or is not of this version of the app. */
    static PushedCall of(Map<String, String> data) {
        String type = data.get("messageType");
        String content = data.get("messageContent");
        if (type == null || content == null) return null;
        try {
            switch (type) {
                case "IncomingCall":
                    return ringing(new JSONObject(content));
                case "EndedCall":
                    return new PushedCall(Type.ENDED, new JSONObject(content).getString("CallUniqueId"), "", 0);
                case "CallHandledByGroup":
                    return new PushedCall(Type.HANDLED, new JSONObject(content).getString("CallUniqueId"), "", 0);
                default:
                    return null;
            }
        } catch (JSONException error) {
            return null;
        }
    }

    private static PushedCall ringing(JSONObject content) throws JSONException {
        JSONObject call = content.getJSONObject("Call");
        String name = content.getJSONObject("Caller").getString("Name");
        return new PushedCall(
            Type.RINGS,
            call.getString("UniqueId"),
            name,
            WireDate.parse(call.getString("RingsUntil"))
        );
    }
}
