package earth.shell.calls;

import android.net.Uri;
import android.os.Build;
import android.os.Bundle;
import android.telecom.Connection;
import android.telecom.ConnectionRequest;
import android.telecom.ConnectionService;
import android.telecom.DisconnectCause;
import android.telecom.PhoneAccountHandle;
import androidx.annotation.RequiresApi;

/** Makes the connections of calls that `CallTelecom` has added. */
@RequiresApi(Build.VERSION_CODES.O)
public class CallConnectionService extends ConnectionService {

    static final String NAME = "earth.shell.NAME";

    @Override
    public Connection onCreateIncomingConnection(PhoneAccountHandle account, ConnectionRequest request) {
        Connection connection = connect(request);
        if (connection.getState() != Connection.STATE_DISCONNECTED && connection.getState() != Connection.STATE_ACTIVE)
            connection.setRinging();
        return connection;
    }

    @Override
    public Connection onCreateOutgoingConnection(PhoneAccountHandle account, ConnectionRequest request) {
        Connection connection = connect(request);
        if (connection.getState() != Connection.STATE_DISCONNECTED && connection.getState() != Connection.STATE_ACTIVE)
            connection.setDialing();
        return connection;
    }

    /** The call may have been answered or have ended since it was added. */
    private Connection connect(ConnectionRequest request) {
        Calls calls = Calls.of(this);
        Uri address = request.getAddress();
        String id = address == null ? "" : address.getSchemeSpecificPart();
        if (!id.equals(calls.currentId())) return Connection.createFailedConnection(new DisconnectCause(DisconnectCause.LOCAL));
        Bundle extras = request.getExtras();
        String name = extras == null ? "" : extras.getString(NAME, "");
        CallConnection connection = new CallConnection(getApplicationContext(), id, name, address);
        calls.telecom().attach(id, connection, calls.state() == CallTable.State.ANSWERED || calls.isConnected());
        return connection;
    }
}
