// MBDyn: a run-time module with a user-defined element. NOT RUN: written after MBDyn's headers (userelem.h); there is no package of MBDyn here to
// compile it with. In the input file:
//     module load: "libabut_mbdyn";
//     user defined: 1, abut contact, NODE, "ball";
// The Jacobian is left out: the steps of MBDyn's implicit integrator must be short against the duration of a touch. abut_element_eval gives exact
// matrices (abut_element_jac) to whoever fills AssJac.
#include "mbconfig.h"

#include "dataman.h"
#include "elem.h"
#include "strnode.h"
#include "userelem.h"

#include "scene.h"

class AbutContact : virtual public Elem, public UserDefinedElem {
  public:
    AbutContact(unsigned label, const DofOwner *owner, DataManager *manager, MBDynParser &parser)
        : Elem(label, flag(0)), UserDefinedElem(label, owner) {
        node = manager->ReadNode<const StructNode, Node::STRUCTURAL>(parser);
        const host_scene *scene = host_find(parser.GetStringWithDelims());
        contact = scene ? host_contact_create(scene) : 0;
        if (!contact) throw ErrGeneric(MBDYN_EXCEPT_ARGS);
        SetOutputFlag(manager->fReadOutput(parser, Elem::LOADABLE));
    }
    ~AbutContact() override { host_contact_destroy(contact); }

    void WorkSpaceDim(integer *rows, integer *columns) const override { *rows = *columns = 6; }
    VariableSubMatrixHandler &AssJac(VariableSubMatrixHandler &matrix, doublereal, const VectorHandler &,
                                     const VectorHandler &) override {
        matrix.SetNullMatrix();
        return matrix;
    }
    SubVectorHandler &AssRes(SubVectorHandler &residual, doublereal, const VectorHandler &,
                             const VectorHandler &) override {
        residual.ResizeReset(6);
        for (integer i = 1; i <= 6; i++) residual.PutRowIndex(i, node->iGetFirstMomentumIndex() + i);
        const Vec3 &x = node->GetXCurr(), &v = node->GetVCurr(), &w = node->GetWCurr();
        // the ball is round: its orientation does not matter to the force
        const double r[3] = {x(1), x(2), x(3)}, q[4] = {1, 0, 0, 0}, speed[3] = {v(1), v(2), v(3)},
                     spin[3] = {w(1), w(2), w(3)};
        double force[3], torque[3];
        if (host_contact_wrench(contact, r, q, speed, spin, force, torque)) throw ErrGeneric(MBDYN_EXCEPT_ARGS);
        residual.Add(1, Vec3(force[0], force[1], force[2]));
        residual.Add(4, Vec3(torque[0], torque[1], torque[2]));
        return residual;
    }

    unsigned int iGetNumPrivData() const override { return 0; }
    int iGetNumConnectedNodes() const { return 1; }
    void GetConnectedNodes(std::vector<const Node *> &nodes) const override { nodes.assign(1, node); }
    void SetValue(DataManager *, VectorHandler &, VectorHandler &, SimulationEntity::Hints *) override {}
    std::ostream &Restart(std::ostream &out) const override { return out << "# abut contact" << std::endl; }
    void Output(OutputHandler &) const override {}
    unsigned int iGetInitialNumDof() const override { return 0; }
    void InitialWorkSpaceDim(integer *rows, integer *columns) const override { *rows = *columns = 0; }
    VariableSubMatrixHandler &InitialAssJac(VariableSubMatrixHandler &matrix, const VectorHandler &) override {
        matrix.SetNullMatrix();
        return matrix;
    }
    SubVectorHandler &InitialAssRes(SubVectorHandler &residual, const VectorHandler &) override {
        residual.ResizeReset(0);
        return residual;
    }

  private:
    const StructNode *node;
    host_contact *contact;
};

extern "C" int module_init(const char *, void *, void *) {
    UserDefinedElemRead *reader = new UDERead<AbutContact>;
    if (SetUDE("abut contact", reader)) return 0;
    delete reader;
    return -1;
}
